import { timingSafeEqual } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import type { MailKind } from '@ingot/endpoints/mail-kinds'
import type { Mailer } from '@ingot/providers/mail/mail'
import { siteOf } from '../../config.ts'
import type { Deps } from '../../feature.ts'
import { createMailing } from '../../mail/mailing.ts'
import type { MailContent } from '../../mail/template.ts'
import { secretsOf } from '../../secrets.ts'
import { createKeys, type Keys } from './keys.ts'
import { type Customer, stopMails } from './store.ts'

const use = 'mails of a kind'
const proofLength = 16

const subjectOf = (kind: string, customer: string) => `${kind} ${customer}`

const stopTokenOf = (keys: Keys, kind: MailKind, customer: string): string =>
  `${kind}.${customer}.${keys.digest(use, subjectOf(kind, customer)).subarray(0, proofLength).toString('base64url')}`

/** Sends what a customer can turn off, if he has not, with a link that turns it off at once. */
export const createOptionalMailing = ({ config, mailer }: Pick<Deps, 'config'> & { mailer: Mailer }) => {
  const send = createMailing(config, mailer)
  const keys = createKeys(secretsOf(config.IDENTITY_SECRET, config.IDENTITY_SECRET_BEFORE))
  return async (kind: MailKind, id: string, to: Customer, content: MailContent): Promise<void> => {
    if (!to.mails_wanted.includes(kind)) return
    const stop = `${siteOf(config)}/no-more-mail/${stopTokenOf(keys, kind, to.id)}`
    await send(id, to.email, { ...content, stop }, { stop })
  }
}

/** What such a link turns off, if it is one of ours: no longer wanted is what it says, however often. */
export const stopMailsOfKind = async (db: Db, keys: Keys, token: string): Promise<boolean> => {
  const [kind = '', customer = '', proof = ''] = token.split('.')
  const given = Buffer.from(proof, 'base64url')
  const isOurs = keys
    .digests(use, subjectOf(kind, customer))
    .some((each) => given.length === proofLength && timingSafeEqual(each.subarray(0, proofLength), given))
  if (isOurs) await stopMails(db, customer, kind as MailKind)
  return isOurs
}
