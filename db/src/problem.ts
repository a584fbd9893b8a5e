/** Something that a person can mend: shown as one sentence, without a stack. */
export class ProblemForPeople extends Error {
  override name = 'ProblemForPeople'
}
