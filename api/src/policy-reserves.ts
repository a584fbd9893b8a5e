/** When sales stop by themselves, and how what lies in the vault is told. */
export const reserves = {
  /** The list of bars counts for so long after it was compared with the vault. */
  listDays: 31,
  /** Where snapshots are anchored on a chain: so old the newest may be. */
  headerHours: 48,
  /** What the chain says of the vault may differ from the bars for so long: an attestation takes people. */
  disagreeHours: 24,
  /** Nothing must be wrong for so long before sales go on. */
  steadyMinutes: 2,
  /** What two operators let pass, they do for no longer than this at a time. */
  liftHours: 72,
  /** Readings of each minute are kept for so long, those of each hour for so long, and one of each day for ever. */
  minuteDays: 2,
  hourDays: 90,
  /** So many points the history has at most. */
  historyMost: 400,
  /** A process answers everybody from what it read last for so long, and browsers ask again after it. */
  pageSeconds: 5,
} as const
