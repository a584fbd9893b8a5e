import type { Db, Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import type { Files } from '@ingot/providers/files/files'
import type { Origin } from '../../bind.ts'
import { type ApiDeps, once } from '../../feature.ts'
import { allowedBy } from '../../network.ts'
import { policy } from '../../policy.ts'
import { type Secrets, secretsOf } from '../../secrets.ts'
import { type AuditEvent, insertEvent } from './audit-store.ts'
import { createKeys, type Keys } from './keys.ts'
import { createLimits, type Limits } from './limits.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** What the services of identity work with. */
export type Identity = {
  db: Db
  now: () => Date
  keys: Keys
  tokens: Tokens
  passwords: Passwords
  limits: Limits
  outbox: Outbox
  files: Files
  brand: string
  /** Whether the portal is served over https, as the cookie has to know. */
  secure: boolean
  /** Whether operators may call from this address. */
  mayOperate: (address: string) => boolean
}

/** What it takes to find out whether somebody is who he says, with the same limits and records wherever it is asked. */
export type Proving = Pick<Identity, 'db' | 'now' | 'keys' | 'limits' | 'passwords' | 'mayOperate'>

export const createProving = (db: Db, secrets: Secrets, now: () => Date = () => new Date()): Proving => ({
  db,
  now,
  keys: createKeys(secrets),
  passwords: createPasswords(),
  limits: createLimits(db, now),
  // A command at the machine is run where it runs.
  mayOperate: () => true,
})

/** Puts together what the services work with, from the configuration and what the process has opened. */
export const identityOf = once(({ config, db, outbox, files, now }: ApiDeps): Identity => {
  const proving = createProving(db, secretsOf(config.IDENTITY_SECRET, config.IDENTITY_SECRET_BEFORE), now)
  return {
    ...proving,
    outbox,
    files,
    tokens: createTokens(proving.keys.tokens, now),
    brand: config.BRAND_NAME,
    mayOperate: allowedBy(config.OPERATOR_ADDRESSES),
    secure: config.PUBLIC_ORIGIN?.startsWith('https://') ?? false,
  }
})

const longestAgent = 400

/** From where something was asked for, as far as it is kept. */
export const originKept = ({ address, agent }: Origin): Origin => ({ address, agent: agent.slice(0, longestAgent) })

/** Records what was done or refused, for the owner to see. */
export const record = (tx: Db | Tx, { now }: Pick<Identity, 'now'>, event: AuditEvent) =>
  insertEvent(tx, { ...event, from: originKept(event.from) }, now())

const hour = 3600 * 1000

/** Until when outgoing actions wait after a change of credentials; null when they do not. */
export const outgoingHeldUntil = (changedAt: Date | null, now: Date): Date | null => {
  if (!changedAt) return null
  const until = new Date(changedAt.getTime() + policy.credentials.outgoingHoldHours * hour)
  return until > now ? until : null
}
