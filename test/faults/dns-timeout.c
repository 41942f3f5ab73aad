// Look-ups of names that end in ".dead.test" time out, as with a name server that never answers.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

static const char DEAD[] = ".dead.test";
static const unsigned TIMEOUT = 20; // seconds: the default of a system with two name servers

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
  size_t length = name ? strlen(name) : 0, end = sizeof DEAD - 1;
  if (length > end && strcmp(name + length - end, DEAD) == 0) {
    sleep(TIMEOUT);
    return EAI_AGAIN;
  }
  return real(name, service, hints, found);
}
