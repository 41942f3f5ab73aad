const STRING_OR_PARAMETER = /'[^']*'|\+?(\?|@\w+)/g;

/**
 * Puts a `+` before each parameter, which hides its value from SQLite's planner. SQLite compiles a statement again
 * whenever its plan may depend on a value that has changed, which takes up to 100 µs; raan wants the same plan for all.
 */
export const hideValues = (sql: string): string =>
  sql.replace(STRING_OR_PARAMETER, (found, parameter) => (parameter === undefined ? found : `+${parameter}`));
