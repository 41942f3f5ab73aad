/** When the current and the old secret of a partner or courier were last used. */
export interface SecretUse {
  /** To the minute; null: never. */
  currentUseTime: number | null;
  /** Undefined if only the current secret is valid. */
  old: { endTime: number; useTime: number | null } | undefined;
}
