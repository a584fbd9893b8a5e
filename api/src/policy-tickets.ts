/** What people ask us. */
export const tickets = {
  /** A reply reopens what was closed so lately; later it makes a new ticket. */
  reopenDays: 30,
  /** What was answered, or waits for who asked, is closed after so many quiet days. */
  quietDays: 14,
  /** Of a complaint, without Saturdays and Sundays. */
  acknowledgeDays: 2,
  answerDays: 15,
  /** Kept so long after it was closed. */
  keptDays: 2 * 365,
  complaintKeptDays: 5 * 365,
  /** So long a visitor can add files without the link in the mail. */
  visitorFilesMinutes: 60,
  /** Files of one ticket in all, those that came by mail included. */
  filesInAll: 40,
  savedAnswers: 200,
} as const
