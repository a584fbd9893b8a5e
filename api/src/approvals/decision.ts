import type { Tx } from '@ingot/db/connect'
import type { Fact } from '@ingot/endpoints/operator-fields'
import type { Role } from '@ingot/endpoints/roles'
import type * as z from 'zod/mini'

/** How something stands, and how it will once it is approved, in words. */
export type Looked = {
  /** Another text as soon as anything is different that the two operators go by. */
  version: string
  /** Whom it concerns. */
  customer: string | null
  before: readonly Fact[]
  after: readonly Fact[]
  /** What the customer will be told; null where nobody is told. */
  told: string | null
}

/** What is done, for whom and by whom. Ids of customers are those of `customers`, operators' included. */
type Approved<Given> = {
  thing: string
  given: Given
  /** The approval's id. */
  approval: string
  asker: string
  decider: string
  now: Date
}

/** Something that one operator asks for and another one approves, as the feature whose it is declares it. */
export type Decision<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  /** Its name on the wire and in the audit log, such as `lift-freeze`. Never changes. */
  action: string
  /** What it is called, such as 'Lift a freeze'. */
  title: string
  /** Who may ask for it, and who may approve or refuse it: any of these roles. */
  asks: readonly Role[]
  approves: readonly Role[]
  /** What it needs to know besides the thing: texts, as they come over the wire and are kept. */
  given: Schema
  /**
   * Looks at the thing and locks it; undefined when there is none. Throws a Failure or a ProblemForPeople where it cannot
   * be done at all. Runs when it is asked for and again, in the transaction that does it, when it is approved.
   */
  look: (tx: Tx, asked: { thing: string; given: z.output<Schema> }) => Promise<Looked | undefined>
  /** Does it. What it throws as a Failure or a ProblemForPeople leaves nothing done and is written down as the reason. */
  do: (tx: Tx, approved: Approved<z.output<Schema>>) => Promise<void>
}

/** Declares one, with what is given typed by its schema. */
export const decision = <Schema extends z.ZodMiniType>(declared: Decision<Schema>): Decision =>
  declared as unknown as Decision

/** Whether a thing is named by an id, as ids are written: nothing has two names under which it could be asked for twice. */
export const isId = (thing: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(thing)
