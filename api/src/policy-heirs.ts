/** Whom customers name to receive what they leave. */
export const nominees = {
  /** What is confirmed comes into force so many hours later. */
  waitHours: 48,
  /** Asked so often whether it is still right. */
  remindDays: 365,
  /** Drafts of one customer within an hour: names are compared with ours. */
  draftsPerHour: 120,
  /** Tries to confirm: whether somebody works here is looked up then. */
  confirmsPerHour: 10,
} as const

/** What is done when somebody is said to have died. */
export const estates = {
  /** So long the owner can say that he lives, and is reminded on these days. */
  waitDays: 30,
  remindOnDays: [7, 14, 28],
  /** In dollars: above it a court's paper is needed. */
  courtPaperAboveUsd: '50000',
  /** So many refused reports of one person: then only operators report. */
  refusedReports: 3,
  /** With one e-mail address, and from one network, which may be an office that does so for others, within a day. */
  reportsPerDay: 5,
  reportsPerAddress: 20,
  /** Papers of one report, and how long they are kept after it ended. */
  filesMost: 20,
  filesKeptYears: 10,
  /** So long the one who reported can send papers, and a beneficiary can say that it is him. */
  reportLinkDays: 180,
  beneficiaryLinkDays: 3650,
  vetoLinkDays: 60,
  /** What waits for an operator is told apart in the queue after so many days, and is an alarm after so many. */
  oldDays: 3,
  alarmDays: 7,
} as const

/** Taking everything along. */
export const leaving = {
  /** Archives of one customer within a day, and how long one is kept. */
  packsPerDay: 2,
  packKeptDays: 7,
} as const
