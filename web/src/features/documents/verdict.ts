import type { IssuedDocument } from '@ingot/endpoints/documents'
import type { Checked } from '@ingot/paper/check'

type Mark = 'yes' | 'no' | 'unknown'

/** One of the questions that are asked of a file, and its answer. */
export type Answered = { question: string; mark: Mark; answer: string }

/** What our books say of the file: undefined while they were not asked, or could not be; null where it is not in them. */
export type Booked = { state: IssuedDocument['state']; isThisFile: boolean | null } | null | undefined

const notTold = (question: string, answer = 'Cannot be told'): Answered => ({ question, mark: 'unknown', answer })
const yes = (question: string, answer: string): Answered => ({ question, mark: 'yes', answer })
const no = (question: string, answer: string): Answered => ({ question, mark: 'no', answer })

const signatureOf: Record<Checked['outcome'], Answered> = {
  genuine: yes('Signature', 'Ours, and it holds'),
  changed: no('Signature', 'Ours, but it does not hold'),
  unsigned: no('Signature', 'None'),
  'unknown-signer': no('Signature', 'Somebody else’s'),
  'not-a-document': no('Signature', 'None'),
}

const changeOf = (outcome: Checked['outcome']): Answered => {
  if (outcome === 'genuine') return yes('Unchanged', 'Nothing was changed')
  return outcome === 'changed' ? no('Unchanged', 'Changed after it was signed') : notTold('Unchanged')
}

const originOf = (outcome: Checked['outcome'], booked: Booked): Answered => {
  if (outcome === 'changed') return notTold('Ours')
  if (outcome !== 'genuine') return no('Ours', 'Not a document of ours')
  if (booked === undefined) return notTold('Ours', 'Signed by us; our books were not reached')
  return booked?.isThisFile ? yes('Ours', 'Issued by us, this very file') : no('Ours', 'Not in our books')
}

const stateAnswers: Record<IssuedDocument['state'], Answered> = {
  valid: yes('Still valid', 'Valid'),
  superseded: no('Still valid', 'Replaced by a newer one'),
  reversed: no('Still valid', 'Reversed'),
}

const validityOf = (outcome: Checked['outcome'], booked: Booked): Answered =>
  outcome === 'genuine' && booked?.isThisFile ? stateAnswers[booked.state] : notTold('Still valid')

export const answersOf = (outcome: Checked['outcome'], booked: Booked): Answered[] => [
  signatureOf[outcome],
  changeOf(outcome),
  originOf(outcome, booked),
  validityOf(outcome, booked),
]

type Verdict = { title: string; meaning: string; isGood: boolean }

/** Of a genuine file, once our books were asked. */
export const verdictOf = (booked: Booked): Verdict => {
  if (booked === undefined)
    return { title: 'Genuine', meaning: 'Whether it is still valid could not be asked.', isGood: false }
  if (!booked?.isThisFile)
    return {
      title: 'Not in our books',
      meaning: 'It is signed with our key, but we have not issued this file. Do not rely on it, and please tell us.',
      isGood: false,
    }
  return {
    valid: { title: 'Genuine and valid', meaning: 'We have issued this very file, and it is valid.', isGood: true },
    superseded: {
      title: 'Genuine, but replaced',
      meaning: 'We have issued this very file. A newer document has taken its place since.',
      isGood: false,
    },
    reversed: {
      title: 'Genuine, but reversed',
      meaning: 'We have issued this very file. What it is about was reversed since.',
      isGood: false,
    },
  }[booked.state]
}
