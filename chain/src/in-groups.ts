/** Questions that are put to the node at once. */
export const atOnce = 100

/** Asks many questions, a group at a time, and keeps the order of the answers. */
export async function inGroups<Question, Answer>(
  questions: readonly Question[],
  ask: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let start = 0; start < questions.length; start += atOnce)
    answers.push(...(await Promise.all(questions.slice(start, start + atOnce).map(ask))))
  return answers
}
