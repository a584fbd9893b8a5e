import { ProblemForPeople } from '@ingot/db/problem'
import { barListThing, interlockThing, publicNote } from '@ingot/endpoints/reserves'
import { allowIssuing } from '@ingot/ledger/issuing'
import { lockVault } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { shownText } from '@ingot/money/amount-text'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { causesText } from './rules.ts'
import * as store from './store.ts'

/** Who looks after the gold, and who answers for the house. */
const trusted = ['Owner', 'Vault', 'Compliance'] as const
const longest = policy.reserves.liftHours

/** Lets pass what has stopped sales, for a while and with words for everybody. What comes up later stops them all the same. */
export const liftInterlock = decision({
  action: 'lift-interlock',
  title: 'Resume sales in spite of the reserves',
  asks: trusted,
  approves: trusted,
  given: z.strictObject({
    note: publicNote,
    hours: z.string().check(
      z.regex(/^[1-9][0-9]?$/, 'Please give whole hours.'),
      z.refine((text) => Number(text) <= longest, `It lasts at most ${longest} hours.`),
    ),
  }),
  look: async (tx, { thing, given: { note, hours } }) => {
    if (thing !== interlockThing) return
    await store.lockLook(tx)
    const stop = await store.findStop(tx)
    if (!stop) throw new ProblemForPeople('Sales are not stopped.')
    return {
      version: `${stop.number} ${stop.causes.join(' ')}`,
      customer: null,
      before: [{ name: 'Sales', value: `Stopped. ${causesText(stop.causes)}` }],
      after: [
        {
          name: 'Sales',
          value: `Open for ${hours} ${hours === '1' ? 'hour' : 'hours'}, unless something else comes up`,
        },
        { name: 'Everybody reads', value: note },
      ],
      told: null,
    }
  },
  do: async (tx, { given: { note, hours }, approval, now: at }) => {
    const stop = await store.findStop(tx)
    if (!stop) throw new Failure('StateChanged')
    const until = new Date(at.getTime() + Number(hours) * 3600_000)
    await store.insertLift(tx, { approval, causes: stop.causes, note, at, until })
    await store.endStop(tx, 'lift', at)
    await allowIssuing(tx, 'reserves')
  },
})

/** Says that the list of bars was compared with what lies in the vault. */
export const confirmBars = decision({
  action: 'confirm-bars',
  title: 'Confirm the list of bars',
  asks: ['Owner', 'Vault'],
  approves: ['Owner', 'Vault'],
  given: z.strictObject({}),
  look: async (tx, { thing }) => {
    if (thing !== barListThing) return
    await lockVault(tx)
    const [{ count, fine }, listAt] = [await store.readVaultSums(tx), await store.readListAt(tx)]
    if (listAt === null) throw new ProblemForPeople('There is no bar in the vault.')
    const weight = shownText(amountOf('XAU', fine))
    return {
      version: `${count} ${fine} ${listAt.toISOString()}`,
      customer: null,
      before: [{ name: 'Last compared', value: listAt.toISOString().slice(0, 10) }],
      after: [{ name: 'Found in the vault', value: `${count} ${count === 1 ? 'bar' : 'bars'}, ${weight} fine` }],
      told: null,
    }
  },
  do: async (tx, { approval, now: at }) => {
    const { count, fine } = await store.readVaultSums(tx)
    await store.insertConfirmation(tx, { approval, at, bars: count, fine })
  },
})
