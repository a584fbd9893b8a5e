import type { SupportGroup } from '@ingot/endpoints/support'
import { accountAnswers } from './account-answers.ts'
import type { Figures } from './figures.ts'
import { leavingAnswers } from './leaving-answers.ts'
import { savingAnswers } from './saving-answers.ts'
import { tradingAnswers } from './trading-answers.ts'

/** As written: `{{name}}` stands for a figure. No number is typed, so none can be wrong once the policy changes. */
export const groups: readonly SupportGroup[] = [
  ...accountAnswers,
  ...tradingAnswers,
  ...savingAnswers,
  ...leavingAnswers,
]

const filled = (text: string, figures: Figures): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = figures[name as keyof Figures]
    if (figure === undefined) throw new Error(`no figure is called ${name}`)
    return figure
  })

export const answersWith = (figures: Figures): SupportGroup[] =>
  groups.map((group) => ({
    ...group,
    questions: group.questions.map((each) => ({
      ...each,
      answer: each.answer.map((paragraph) => filled(paragraph, figures)),
    })),
  }))
