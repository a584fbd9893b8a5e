import type { Db, Tx } from '@ingot/db/connect'
import type { Clock } from '@ingot/db/demonstration'
import type { Job, JobHandler, Outbox } from '@ingot/db/jobs'
import type { Replica } from '@ingot/db/replica'
import type { Thing } from '@ingot/db/states'
import type { Attention } from '@ingot/endpoints/dashboard'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { Role } from '@ingot/endpoints/roles'
import type { StatusPart } from '@ingot/endpoints/status'
import type { Carrier } from '@ingot/providers/carrier/port'
import type { Files } from '@ingot/providers/files/files'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { PaymentProcessor } from '@ingot/providers/payments/port'
import type { Logger } from 'pino'
import type { Decision } from './approvals/decision.ts'
import type { BankPart } from './bank/part.ts'
import type { Binding } from './bind.ts'
import type { Config } from './config.ts'
import type { DocumentKind } from './documents/kind.ts'
import type { Keys } from './features/identity/keys.ts'
import type { Customer } from './features/identity/store.ts'
import type { PersonalData } from './features/kyc/personal-data.ts'
import type { Queue } from './queue.ts'
import type { UploadKind } from './uploads/kind.ts'

/** What a process has opened. Of it each feature makes what its services work with. */
export type Deps = {
  config: Config
  db: Db
  log: Logger
  outbox: Outbox
  now: () => Date
  /** Who takes cards; nobody does where there is none. */
  processor?: PaymentProcessor | null
  /** Who follows parcels; where there is none, operators do by hand. */
  carrier?: Carrier | null
}
export type ApiDeps = Deps & {
  files: Files
  /** Where histories are read; the leader alone is asked where there is none. */
  replica?: Replica | undefined
  /** Whether it has been asked to stop: then it is no longer ready, though it still answers. */
  standing?: { leaves: boolean }
}
type WorkerDeps = ApiDeps & { mailer: Mailer; sleep: Clock['sleep'] }

/** Makes something once in a process: whoever asks with the same deps gets the same. */
export const once = <Given extends Deps, Made>(make: (deps: Given) => Made) => {
  const known = new WeakMap<Given, { made: Made }>()
  return (deps: Given): Made => {
    const { made } = known.get(deps) ?? { made: make(deps) }
    known.set(deps, { made })
    return made
  }
}

/** How a part is. What to do about a problem is told to operators alone. */
export type HealthPart = {
  name: string
  ok: boolean
  problem?: string
  advice?: string
  /** Which part of the status page customers find stopped or late while this is not well. */
  stops?: StatusPart
}

/** A figure that says how the house stands. */
export type Figure = {
  name: string
  title: string
  unit: string
  /** Whom it concerns; an Auditor sees every one. */
  roles: readonly Role[]
  /** Null while there is none. */
  read: () => Promise<string | null>
}

/** How long ago something was, in whole seconds, as a figure tells it; null when it never was. */
export const ageIn = (now: Date, at: Date | null): string | null =>
  at && String(Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000)))

/** Since when figures of a day count, by UTC. */
export const startOfDay = (now: Date) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))

/** Tells what a customer should look at, newest first. */
export type Attentive = (customer: string) => Promise<readonly Attention[]>

/** What all features have together, for the one that tells of it. */
export type Together = {
  endpoints: readonly Endpoint[]
  health: () => Promise<HealthPart[]>
  /** The words of all that operators do, by action. */
  audits: Readonly<Record<string, string>>
  /** What takes two of them. */
  decisions: readonly Decision[]
  /** What waits for operators, and the figures they go by. */
  queues: readonly Queue[]
  figures: readonly Figure[]
  /** What customers should look at. */
  attention: readonly Attentive[]
  /** Which documents there are. */
  kinds: readonly DocumentKind[]
  /** What customers may send us. */
  uploads: readonly UploadKind[]
  /** What they do with the bank. */
  bank: readonly BankPart[]
  /** What they have of customers, and what keeps one from leaving. */
  personal: AllPersonal
}

/** What all features have of customers, in their order. */
export type AllPersonal = {
  tables: readonly (Personal & { table: string })[]
  holdStill: readonly NonNullable<Feature['holdStill']>[]
  hindrances: readonly NonNullable<Feature['hindrances']>[]
}

/** What commands about a customer work with, and who runs them. */
export type Desk = { db: Db; files: Files; personalData: PersonalData; reader: string; now: () => Date }

/** Why a customer cannot leave yet: said to him, with the page where something can be done about it, and to who would erase him. */
export type Hindrance = { words: string; href: string | null; toOperators: (who: string) => string }

/** What erasing has left to say: until when who it was is kept, what another party has to erase, which files go once it is done. */
export type Left = { keptUntil?: Date | null; applicant?: string | null; files?: readonly string[] }

/** What a table holds of customers, and what becomes of it when one asks for it or leaves. */
export type Personal = {
  /** The column that says whose a row is, if it is not `customer`. An owner is named as the ledger names it. */
  by?: 'owner' | 'caller' | 'email' | 'subject' | 'operator'
  /**
   * The rows under a name, oldest first where an order is given; or what is made of them; or why they are not in it. What may be
   * long is made one after the other, as it is asked for.
   */
  exported:
    | { as: string; columns: string; order?: string }
    | ((desk: Desk, customer: Customer) => Promise<Record<string, unknown>>)
    | { not: string }
  /** The rows are deleted, or go with those of another table; or what is done instead; or why they stay. */
  erased: 'deleted' | { with: string } | ((tx: Tx, customer: Customer, desk: Desk) => Promise<Left>) | { kept: string }
}

/**
 * What was made with a secret that can be changed. Sealed bytes begin with the mark of their key and can be sealed anew; a
 * digest has the key's id beside it, and only who knows what it is of can make another.
 */
export type KeyedColumn = {
  secret: 'IDENTITY_SECRET' | 'PERSONAL_DATA_SECRET'
  what: string
  table: string
  column: string
} & (
  | {
      mark: Buffer
      by: 'id' | 'customer'
      renew: (customer: string, sealed: Buffer) => Buffer
      /** A digest of what is sealed, in another column of the row, which is made anew with it. */
      digest?: { column: string; of: (customer: string, sealed: Buffer) => Buffer }
    }
  | { keyColumn: string; newestKey: string }
)

/**
 * What a feature consists of, for everything that has to know all of them. Adding one is a line in features.ts.
 */
export type Feature = {
  /** As its folder. */
  name: string
  /** The package that writes its tables, where that is not the folder itself. */
  package?: 'db' | 'ledger' | 'chain'
  /** It lies beside the features, which make use of it. */
  isEngine?: true
  /** Its tables, which nobody else writes. Customers' rows are erased in this order. */
  tables: Readonly<Record<string, Personal | 'impersonal'>>
  /** What in them has states. */
  things?: readonly Thing[]
  /** What in them hangs on a secret. */
  keyed?: (using: { keys: Keys; personalData: PersonalData }) => readonly KeyedColumn[]
  /** Tables and views of others that it reads. */
  reads?: readonly string[]
  routes?: (deps: ApiDeps, together: Together) => readonly Binding[]
  /** The jobs that it leaves in the outbox. */
  sends?: readonly Job<object>[]
  /** What it does later and by the clock. */
  jobs?: (
    deps: WorkerDeps,
    together: Pick<Together, 'audits' | 'kinds' | 'uploads' | 'personal'>,
  ) => readonly JobHandler[]
  /** What it does for as long as a worker runs. */
  follows?: (deps: WorkerDeps, together: Pick<Together, 'bank'>) => { stop: () => Promise<void> } | undefined
  /** The same for what one worker does at a time, however many run. The connections that it gets are its own for as long. */
  leads?: (deps: WorkerDeps, together: Pick<Together, 'bank'>) => { stop: () => Promise<void> } | undefined
  /** What it does for as long as the api runs, and so also while the worker does not. */
  watches?: (deps: ApiDeps, together: Pick<Together, 'health'>) => { stop: () => Promise<void> }
  /** What of it an operator should see. */
  health?: (deps: ApiDeps) => Promise<readonly HealthPart[]>
  /** What operators do in it that goes into the audit log: each action in words. */
  audits?: Readonly<Record<string, string>>
  /** What waits in it for an operator. */
  queues?: (deps: ApiDeps) => readonly Queue[]
  /** What of it says how the house stands. */
  figures?: (deps: ApiDeps) => readonly Figure[]
  /** What of it customers should look at. */
  attention?: (deps: ApiDeps) => Attentive
  /** What it does with the bank. */
  bank?: (deps: Deps) => BankPart
  /** What takes two operators: one asks for it, another one approves it. */
  decides?: (deps: ApiDeps, together: Pick<Together, 'bank'>) => readonly Decision[]
  /** The kinds of documents that it issues. */
  documents?: readonly DocumentKind[]
  /** What customers may send us for it. */
  uploads?: readonly UploadKind[]
  /** From here to the end of the transaction nothing of what hinders changes. Asked late, so that what it locks is not locked for long. */
  holdStill?: (tx: Tx, customer: Customer) => Promise<void>
  /** Why a customer cannot leave yet, nor be erased. */
  hindrances?: (tx: Tx, customer: Customer) => Promise<readonly Hindrance[]>
}

export const feature = (declaration: Feature): Feature => declaration
