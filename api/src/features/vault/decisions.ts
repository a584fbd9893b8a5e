import { hash } from 'node:crypto'
import { ProblemForPeople } from '@ingot/db/problem'
import { barList, deliveryName, deliveryThing, takenTo } from '@ingot/endpoints/vault'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { findBar, lockVault, takeInBars, takeOutBar } from '@ingot/ledger/vault'
import { type Amount, add, compare, subtract, sum } from '@ingot/money/amount'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import type { Deps } from '../../feature.ts'
import { barText, gramsText, type Problem } from './rules.ts'
import { readList } from './service.ts'
import * as store from './store.ts'

const trusted = ['Owner', 'Vault'] as const

const counted = (bars: number, grams: Amount<'XAU'>) =>
  `${bars} ${bars === 1 ? 'bar' : 'bars'}, ${gramsText(grams)} fine`

/** What is wrong with a list, as far as a sentence bears. */
const shownProblems = 3

const problemsText = (problems: readonly Problem[]): string => {
  const more = problems.length - shownProblems
  return [
    ...problems.slice(0, shownProblems).map(({ line, problem }) => `Line ${line}: ${problem}`),
    ...(more > 0 ? [`There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.`] : []),
  ].join(' ')
}

/** What the books refuse is a reason, not a fault. */
const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (!(error instanceof LedgerError)) throw error
    throw new ProblemForPeople(
      error.refusal === 'VaultExhausted'
        ? 'Less gold is free than there is in this bar: what tokens stand for cannot leave.'
        : `The books refused it (${error.message}). Nothing was changed.`,
    )
  })

/** The name of a delivery, if a thing is one. */
const deliveryOf = (thing: string): string | undefined => {
  const name = thing.slice(deliveryThing('').length)
  return thing === deliveryThing(name) && deliveryName.safeParse(name).success ? name : undefined
}

/**
 * Takes in the bars of one delivery. What both go by is the list, the same that they were shown; how much else is in the vault
 * may change before it is approved.
 */
export const takeInBarsDecision = ({ now }: Pick<Deps, 'now'>) =>
  decision({
    action: 'take-in-bars',
    title: 'Take bars into the vault',
    asks: trusted,
    approves: trusted,
    given: z.strictObject({ csv: barList }),
    look: async (tx, { thing, given: { csv } }) => {
      const delivery = deliveryOf(thing)
      if (!delivery) return
      await lockVault(tx)
      if (await store.isDelivered(tx, delivery))
        throw new Failure('StateChanged', {}, `Delivery ${delivery} has been taken in already.`)
      const { bars, problems } = await readList(tx, csv, now())
      if (problems.length > 0) throw new Failure('StateChanged', {}, problemsText(problems))
      const coming = sum(
        'XAU',
        bars.map(({ fine }) => fine),
      )
      const vault = await store.readSums(tx)
      const listed = bars.map(({ bar, fine, note }, index) => ({
        name: `Bar ${index + 1}`,
        value: [barText(bar, fine), ...(note ? [note] : [])].join('. '),
      }))
      return {
        version: hash('sha256', JSON.stringify(listed)),
        customer: null,
        before: [{ name: 'In the vault', value: counted(vault.bars, vault.grams) }],
        after: [
          { name: 'In the vault', value: counted(vault.bars + bars.length, add(vault.grams, coming)) },
          { name: 'Delivery', value: `${delivery}: ${counted(bars.length, coming)}` },
          ...listed,
        ],
        told: null,
      }
    },
    do: async (tx, { thing, given: { csv }, approval }) => {
      const { bars } = await readList(tx, csv, now())
      const taken = takeInBars(
        tx,
        bars.map(({ bar }) => bar),
        { causedBy: `approval:${approval}`, delivery: deliveryOf(thing) ?? null },
      )
      await inWords(taken)
    },
  })

/** The id of a bar, if a thing is one. */
const barIdOf = (thing: string): string | undefined => /^bar:([1-9][0-9]{0,17})$/.exec(thing)?.[1]

const notFree = (free: Amount<'XAU'>, fine: Amount<'XAU'>) =>
  `Only ${gramsText(free)} are free, and this bar has ${gramsText(fine)}: what tokens stand for cannot leave.`

export const takeOutBarDecision = ({ now }: Pick<Deps, 'now'>) =>
  decision({
    action: 'take-out-bar',
    title: 'Take a bar out of the vault',
    asks: trusted,
    approves: trusted,
    given: z.strictObject({ to: takenTo }),
    look: async (tx, { thing, given: { to } }) => {
      const id = barIdOf(thing)
      if (!id) return
      await lockVault(tx)
      const bar = await findBar(tx, id)
      if (!bar) return
      if (!bar.isIn) throw new Failure('StateChanged', {}, 'This bar has left the vault already.')
      const kept = await store.lockKept(tx, id, now())
      if (kept !== null) throw new Failure('StateChanged', {}, `This bar is kept for ${kept}.`)
      const { bars, grams, free } = await store.readSums(tx)
      if (compare(free, bar.fine) < 0) throw new Failure('StateChanged', {}, notFree(free, bar.fine))
      const which = { name: 'Bar', value: barText(bar, bar.fine) }
      return {
        version: 'in',
        customer: null,
        before: [
          which,
          { name: 'In the vault', value: counted(bars, grams) },
          { name: 'Free', value: gramsText(free) },
        ],
        after: [
          { name: 'In the vault', value: counted(bars - 1, subtract(grams, bar.fine)) },
          { name: 'Free', value: gramsText(subtract(free, bar.fine)) },
          { name: 'Goes to', value: to },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, given: { to }, approval }) => {
      await inWords(takeOutBar(tx, barIdOf(thing) ?? '0', { to, causedBy: `approval:${approval}` }))
    },
  })
