import type { StatusPart } from '@ingot/endpoints/status'
import type { Deps, HealthPart } from '../feature.ts'
import { policy } from '../policy.ts'
import * as store from './store.ts'

type Contact = {
  /** Whom customers miss when they do not answer. */
  party: Extract<StatusPart, 'cards' | 'verification'>
  /** Whether an error means that there was no answer: a refusal is one. */
  isSilence: (error: unknown) => boolean
}

type Noting = Pick<Deps, 'db' | 'log' | 'now'>

/** Writes down whether a party answers, beside the work and never in its way. Nobody waits for it, and nothing fails by it. */
const createNotes = ({ db, log, now }: Noting, { party }: Contact) => {
  const { answeredEverySeconds, failedEverySeconds } = policy.contacts
  let last: { isAnswer: boolean; at: number } | undefined
  return (isAnswer: boolean) => {
    const at = now()
    const pause = (isAnswer ? answeredEverySeconds : failedEverySeconds) * 1000
    if (last?.isAnswer === isAnswer && Math.abs(at.getTime() - last.at) < pause) return
    last = { isAnswer, at: at.getTime() }
    const note = isAnswer ? store.noteAnswer : store.noteFailure
    note(db, party, at).catch((error) => log.warn({ err: error, party }, 'not written down whether they answer'))
  }
}

/** The same port, of which it is written down whether it answers. */
export const notingContact = <Port extends object>(noting: Noting, contact: Contact, port: Port): Port => {
  const note = createNotes(noting, contact)
  const heard = (answer: unknown) => {
    if (!(answer instanceof Promise)) return answer
    answer.then(
      () => note(true),
      (error: unknown) => note(!contact.isSilence(error)),
    )
    return answer
  }
  return new Proxy(port, {
    get: (of, name) => {
      const member: unknown = Reflect.get(of, name)
      return typeof member === 'function' ? (...given: unknown[]) => heard(member.apply(of, given)) : member
    },
  })
}

const advice: Record<Contact['party'], string> = {
  cards: 'Look at the processor’s own page about its state, and whether STRIPE_URL can be reached from here.',
  verification: 'Look at the provider’s own page about its state, and whether SUMSUB_URL can be reached from here.',
}

export const contactsHealth = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<HealthPart[]> => {
  const { failuresToSilence, silentMinutes } = policy.contacts
  const silent = await store.readSilent(db, failuresToSilence, new Date(now().getTime() - silentMinutes * 60_000))
  return (Object.keys(advice) as Contact['party'][])
    .filter((party) => silent.includes(party))
    .map((party) => ({ name: party, ok: false, problem: 'does not answer', advice: advice[party], stops: party }))
}
