/*
 * A simulated disk that can fail and that tracks what has been persisted. It is preloaded before the C library and
 * watches the files in one folder: each has a copy that only fsync updates, and the folder has a list of the names at
 * its last fsync. After a power cut only these remain.
 *
 *   RAAN_DISK_WATCHED  the folder, a real path
 *   RAAN_DISK_SYNCED   the folder of the copies, named by inode number, and of "names", the list of names; those of a
 *                      folder inside the watched one are in "names-" and its inode number
 *   RAAN_DISK_FAULTS   a file with one byte per fault, '1' is on: the disk is full, fsync fails, reads fail, fsync
 *                      succeeds without persisting anything, the disk is gone. Then, as 32-bit integer, after how many
 *                      writes and fsyncs it is gone: of the last write only the first half arrives. 0: never
 *
 * cc -shared -fPIC -O2 -o disk.so disk.c
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FULL, BROKEN_SYNC, BROKEN_READ, IGNORED_SYNC, GONE, FAULTS, COUNTER = 8, CONTROL = 12 };
enum { MAX_FILES = 1024 };

struct dirty {
  ino_t file;
  off_t from, to; /* the range written since the last fsync */
  unsigned long used;
};

static const char *watched, *synced;
static volatile char *faults;
static struct dirty files[MAX_FILES];
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, syncing = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_fallocate)(int, off_t, off_t);

__attribute__((constructor)) static void start(void) {
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_write = dlsym(RTLD_NEXT, "write");
  real_read = dlsym(RTLD_NEXT, "read");
  real_pread = dlsym(RTLD_NEXT, "pread64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_fallocate = dlsym(RTLD_NEXT, "posix_fallocate64");
  watched = getenv("RAAN_DISK_WATCHED");
  synced = getenv("RAAN_DISK_SYNCED");
  const char *control = getenv("RAAN_DISK_FAULTS");
  int fd = control ? open(control, O_RDWR) : -1;
  if (fd < 0) return;
  void *page = mmap(NULL, CONTROL, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) faults = page;
  close(fd);
}

static int is_on(int fault) { return faults && faults[fault] == '1'; }

/* Counts a write or an fsync. Returns whether it is the last one. */
static int is_last(void) {
  volatile unsigned *left = faults ? (volatile unsigned *)(faults + COUNTER) : NULL;
  if (!left || *left == 0 || --*left > 0) return 0;
  faults[GONE] = '1';
  return 1;
}

/* Whether the file is in the folder or is the folder; stores its path. */
static int is_watched(int fd, char *path, size_t size) {
  char link[64];
  if (!watched) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, watched, strlen(watched)) == 0;
}

/* Asks for the path only once per file, because that takes longer than a write. */
static int watches(int fd) {
  static struct known {
    dev_t device;
    ino_t file;
    int is_watched;
  } all[MAX_FILES];
  char path[4096];
  struct stat now;
  if (!watched || fd < 0 || fd >= MAX_FILES || fstat(fd, &now) != 0) return is_watched(fd, path, sizeof path);
  struct known *known = &all[fd];
  if (known->device != now.st_dev || known->file != now.st_ino)
    *known = (struct known){now.st_dev, now.st_ino, is_watched(fd, path, sizeof path)};
  return known->is_watched;
}

/*
 * The dirty range of the file. Requires the lock. If all marks are taken, the one that was used longest ago is dropped: a
 * process has few files open, so that file is long deleted.
 */
static struct dirty *mark_of(ino_t file) {
  static unsigned long uses;
  struct dirty *oldest = &files[0];
  for (int i = 0; i < count; i++) {
    if (files[i].file == file) {
      files[i].used = ++uses;
      return &files[i];
    }
    if (files[i].used < oldest->used) oldest = &files[i];
  }
  struct dirty *mark = count < MAX_FILES ? &files[count++] : oldest;
  *mark = (struct dirty){file, 0, 0, ++uses};
  return mark;
}

static void note(int fd, off_t from, off_t to) {
  struct stat now;
  if (!synced || fstat(fd, &now) != 0) return;
  pthread_mutex_lock(&lock);
  struct dirty *mark = mark_of(now.st_ino);
  if (mark->from == mark->to) mark->from = from, mark->to = to;
  if (from < mark->from) mark->from = from;
  if (to > mark->to) mark->to = to;
  pthread_mutex_unlock(&lock);
}

/* Takes the dirty range for an fsync that starts now. It does not cover later writes. */
static struct dirty take(ino_t file) {
  pthread_mutex_lock(&lock);
  struct dirty *mark = mark_of(file), taken = *mark;
  mark->from = mark->to = 0;
  pthread_mutex_unlock(&lock);
  return taken;
}

/* Opens the copy of a file, once while it exists. */
static int copy_of(ino_t file) {
  static struct copy {
    ino_t file;
    int fd;
  } all[16];
  static int next;
  char path[4096];
  struct stat now;
  for (int i = 0; i < 16; i++)
    if (all[i].fd > 0 && all[i].file == file && fstat(all[i].fd, &now) == 0 && now.st_nlink > 0) return all[i].fd;
  struct copy *copy = &all[next++ % 16];
  if (copy->fd > 0) close(copy->fd);
  snprintf(path, sizeof path, "%s/%lu", synced, (unsigned long)file);
  *copy = (struct copy){file, open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  return copy->fd;
}

/* Copies a persisted range, and the current size, as another thread may have extended the file. */
static void keep_file(int fd, struct dirty taken) {
  char bytes[65536], link[64];
  struct stat now;
  if (fstat(fd, &now) != 0) abort();
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  /* A write-only file is opened again. A database is never opened here: closing it would release SQLite's locks. */
  int is_readable = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY;
  int from = is_readable ? fd : open(link, O_RDONLY);
  int to = copy_of(now.st_ino);
  if (from < 0 || to < 0) abort();
  for (off_t at = taken.from; at < taken.to;) {
    size_t wanted = taken.to - at < (off_t)sizeof bytes ? (size_t)(taken.to - at) : sizeof bytes;
    ssize_t some = real_pread(from, bytes, wanted, at);
    if (some <= 0) break;
    if (real_pwrite(to, bytes, some, at) != some) abort();
    at += some;
  }
  if (ftruncate(to, now.st_size) != 0) abort();
  if (!is_readable) close(from);
}

static void keep_names(const char *folder, ino_t inode) {
  char list[4096], next[4100];
  if (strcmp(folder, watched) == 0)
    snprintf(list, sizeof list, "%s/names", synced);
  else
    snprintf(list, sizeof list, "%s/names-%lu", synced, (unsigned long)inode);
  snprintf(next, sizeof next, "%s.new", list);
  FILE *out = fopen(next, "w");
  DIR *all = opendir(folder);
  if (!out || !all) abort();
  for (struct dirent *one; (one = readdir(all));)
    if (one->d_type == DT_REG) fprintf(out, "%lu %s\n", (unsigned long)one->d_ino, one->d_name);
  closedir(all);
  fclose(out);
  if (rename(next, list) != 0) abort();
}

/* One thread at a time: otherwise an fsync could return before another one has copied the range that both cover. */
static int sync_and_keep(int (*sync)(int), int fd, const char *path, const struct stat *now) {
  int is_file = S_ISREG(now->st_mode);
  pthread_mutex_lock(&syncing);
  struct dirty taken = {0};
  if (is_file) taken = take(now->st_ino);
  int result = sync(fd);
  if (result == 0 && is_file) keep_file(fd, taken);
  if (result == 0 && S_ISDIR(now->st_mode)) keep_names(path, now->st_ino);
  pthread_mutex_unlock(&syncing);
  return result;
}

static int sync_with(int (*sync)(int), int fd) {
  char path[4096];
  struct stat now;
  if (!synced || is_on(IGNORED_SYNC) || fstat(fd, &now) != 0) return sync(fd);
  int ours = S_ISREG(now.st_mode) ? watches(fd) : is_watched(fd, path, sizeof path);
  if (!ours) return sync(fd);
  return sync_and_keep(sync, fd, path, &now);
}

static int counts(void) { return faults && *(volatile unsigned *)(faults + COUNTER) > 0; }

static int refuse(int error) {
  errno = error;
  return -1;
}

int fsync(int fd) {
  if ((is_on(BROKEN_SYNC) || is_on(GONE)) && watches(fd)) return refuse(EIO);
  if (counts() && watches(fd) && is_last()) return refuse(EIO);
  return sync_with(real_fsync, fd);
}

int fdatasync(int fd) {
  if ((is_on(BROKEN_SYNC) || is_on(GONE)) && watches(fd)) return refuse(EIO);
  if (counts() && watches(fd) && is_last()) return refuse(EIO);
  return sync_with(real_fdatasync, fd);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off_t at) {
  int ours = watches(fd);
  if (ours && is_on(FULL)) return refuse(ENOSPC);
  if (ours && is_on(GONE)) return refuse(EIO);
  if (ours && counts() && is_last()) {
    ssize_t half = real_pwrite(fd, bytes, size / 2, at);
    if (half > 0) note(fd, at, at + half);
    return refuse(EIO);
  }
  ssize_t written = real_pwrite(fd, bytes, size, at);
  if (ours && written > 0) note(fd, at, at + written);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return pwrite64(fd, bytes, size, at); }

ssize_t write(int fd, const void *bytes, size_t size) {
  int ours = watches(fd);
  if (ours && is_on(FULL)) return refuse(ENOSPC);
  if (ours && is_on(GONE)) return refuse(EIO);
  int last = ours && counts() && is_last();
  ssize_t written = real_write(fd, bytes, last ? size / 2 : size);
  off_t end = ours ? lseek(fd, 0, SEEK_CUR) : 0; /* afterwards, because the file may be open for appending */
  if (ours && written > 0) note(fd, end - written, end);
  return last ? refuse(EIO) : written;
}

int posix_fallocate64(int fd, off_t at, off_t size) {
  if (is_on(FULL) && watches(fd)) return ENOSPC;
  return real_fallocate(fd, at, size);
}

int posix_fallocate(int fd, off_t at, off_t size) { return posix_fallocate64(fd, at, size); }

ssize_t read(int fd, void *bytes, size_t size) {
  if (is_on(BROKEN_READ) && watches(fd)) return refuse(EIO);
  return real_read(fd, bytes, size);
}

ssize_t pread64(int fd, void *bytes, size_t size, off_t at) {
  if (is_on(BROKEN_READ) && watches(fd)) return refuse(EIO);
  return real_pread(fd, bytes, size, at);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at) { return pread64(fd, bytes, size, at); }
