/** What it costs to take gold out of the vault as bars. */
export const withdrawals = {
  /** In dollars, by the grams of a bar. */
  makingUsd: { g1: '9', g5: '18', g10: '26', g20: '42', g50: '85', g100: '150', g1000: '700' },
  /** In dollars: for all that is asked for at once. */
  handlingUsd: '10',
  /** In dollars: what a parcel costs that is worth up to so much. More is split. */
  carriage: { small: { insuredToUsd: '10000', feeUsd: '25' }, large: { insuredToUsd: '50000', feeUsd: '60' } },
  /** In basis points of what a parcel is worth. */
  insurance: 25n,
} as const

export const withdrawalDates = {
  /** So long chosen bars are kept, and their figures hold. */
  choiceMinutes: 30,
  /** Bars that one asks for at once. */
  mostBars: 40,
  /** Choices of one customer within an hour: each keeps bars from others. */
  choicesPerHour: 20,
  /** What was bought in so many hours does not leave yet. */
  boughtHours: 24,
  /** A new address is used so many hours after it was added, and so many does one have. */
  newAddressHours: 48,
  addressesMost: 10,
  /** Without a scan for so many days a parcel is late, and after so many working days of that it is lost. */
  lateDays: 5,
  lostWorkingDays: 10,
  /** So long it lies at the counter. */
  collectDays: 30,
  /** So long after it was delivered it can be disputed. */
  disputeDays: 7,
  /** Wrong codes for one handover: then no more are taken for it, and an operator looks. */
  wrongCodes: 5,
  /** Codes of one withdrawal, new ones included: whoever hands over could guess for ever. */
  codesMost: 10,
  /** What was lost is made good within so many days. */
  makeGoodDays: 30,
  /** The carrier is asked so often about a parcel that is on its way. */
  askCarrierMinutes: 15,
  /** What was scanned longer before it was handed over is about another parcel: carriers use their numbers again. */
  scanLeadHours: 48,
  /** More scans of one parcel are not kept. */
  scansMost: 500,
  /** So long it is kept what somebody had chosen and given up. */
  choicesKeptDays: 30,
  /** Pictures of one parcel. */
  photosMost: 8,
  /** A state that waits for an operator is told apart in the queue after so many days, and is an alarm after so many. */
  oldDays: 2,
  alarmDays: 5,
} as const
