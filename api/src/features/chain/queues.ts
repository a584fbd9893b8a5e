import type { Db } from '@ingot/db/connect'
import { type IssuingStop, issuingStopped, stopIssuing } from '@ingot/ledger/issuing'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import { ageIn, type Deps, type Figure } from '../../feature.ts'
import { beginning, type Place, type Queue, type Queued } from '../../queue.ts'
import { namesOf } from '../identity/store.ts'
import { type DepositRow, listAlarms, listOddDeposits, readLastBlock, readReconciled, sumOddDeposits } from './store.ts'

const kinds = {
  'too-large': {
    state: 'Too large',
    advice:
      'More than can be meant was sent, so it was not booked. Look at the transfer on the chain and at the token’s contract. If it is real, the developers have to raise the limit; then “npm run chain -- rescan BLOCK”.',
  },
  dust: {
    state: 'Dust',
    advice:
      'Less than the least that is credited: it is in suspense, and there is nothing to do. If the customer asks, say what the least is.',
  },
  'unknown-token': {
    state: 'Unknown token',
    advice:
      'A token that we do not know, often sent to lure people to a site. It is not booked; do not follow its name.',
  },
} as const

const titleOf = ({ asset, units }: DepositRow) =>
  asset === null ? 'A token that we do not know' : `${formatAmount(amountOf(asset, BigInt(units)))} ${asset}`

const deposits = (db: Db): Queue => ({
  name: 'deposits',
  title: 'Deposits that were not credited',
  roles: ['Owner', 'Finance'],
  states: Object.values(kinds).map(({ state }) => state),
  sum: () => sumOddDeposits(db),
  read: async (after, limit) => {
    const rows = await listOddDeposits(db, after, limit)
    const names = await namesOf(
      db,
      rows.map(({ owner }) => owner),
    )
    return rows.map((row) => ({
      id: row.id,
      title: titleOf(row),
      state: kinds[row.state].state,
      since: row.since.toISOString(),
      customer: names.get(row.owner) ?? null,
      facts: [
        { name: 'Transaction', value: row.hash },
        { name: 'From', value: row.sender },
        { name: 'Token', value: row.token },
      ],
      advice: kinds[row.state].advice,
      choices: [],
      place: { micros: row.micros, id: row.id },
    }))
  },
})

type Trouble = Pick<Queued, 'id' | 'title' | 'state' | 'advice' | 'choices'> & { text: string; since: Date }

const alarmWords: Record<string, { title: string; advice: string }> = {
  deposits: {
    title: 'The chain has changed',
    advice:
      'Nothing is credited. Check that CHAIN_RPC_URL names the right chain; with the right node this ends automatically.',
  },
  reconciliation: {
    title: 'Ledger and chain differ',
    advice:
      'Run “npm run reconcile”, which names each place. Too little in our wallets: suspect a stolen key and have the pauser stop Settlement.',
  },
  anchoring: {
    title: 'Snapshots are not anchored',
    advice:
      'Until they are, customers are shown the last proof that was. “npm run chain -- status” says more of the node. Another hash under a number: suspect a stolen key, and have the admin take its role.',
  },
  'outside-limit': {
    title: 'The limit to outside addresses is used up',
    advice:
      'What is waiting leaves automatically. If customers did not send that much, suspect a stolen key and have the pauser stop Settlement.',
  },
}

const stopAdvice: Record<IssuingStop['by'], string> = {
  operator: 'An operator stopped it. When the reason is gone, two operators allow it again.',
  reconciliation: 'It ends automatically when ledger and chain agree again.',
  reserves: 'It ends automatically when the reserves cover everything again. The page Reserves says what is missing.',
}

const allow = { action: 'allow-issuing', label: 'Allow issuing again', needsTwo: true, told: null }

/** All of them: there is one row for each kind at most. */
const readTroubles = async (db: Db): Promise<Trouble[]> => {
  const [alarms, stops] = [await listAlarms(db), await issuingStopped(db)]
  return [
    ...alarms.map(({ name, text, since }) => ({
      ...{ id: `alarm-${name}`, title: alarmWords[name]?.title ?? name, state: 'Alarm', text, since },
      ...{ advice: alarmWords[name]?.advice ?? null, choices: [] },
    })),
    ...stops.map(({ by, reason, since }) => ({
      ...{ id: `stop-${by}`, title: 'Nothing is issued', state: 'Stopped', text: reason, since },
      ...{ advice: stopAdvice[by], choices: by === 'operator' ? [allow] : [] },
    })),
  ].toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

const reconciliation = (db: Db): Queue => ({
  name: 'reconciliation',
  title: 'Drifts and stops',
  roles: ['Owner', 'Finance', 'Vault'],
  states: ['Alarm', 'Stopped'],
  sum: async () => {
    const troubles = await readTroubles(db)
    return { count: troubles.length, oldestAt: troubles[0]?.since ?? null }
  },
  // There is no second page.
  read: async (after: Place) =>
    after === beginning
      ? (await readTroubles(db)).map(({ text, since, ...trouble }) => ({
          ...trouble,
          since: since.toISOString(),
          customer: null,
          facts: [{ name: 'What is known', value: text }],
          place: { micros: String(since.getTime() * 1000), id: trouble.id },
        }))
      : [],
  // It protects, so one operator is enough, and it needs no trouble to be known yet.
  decisions: {
    'stop-issuing': async (tx, id, reason) => {
      if (id !== 'issuing') throw new Failure('NotFound')
      await stopIssuing(tx, reason)
      return { customer: null }
    },
  },
})

export const chainQueues = ({ db }: Pick<Deps, 'db'>): Queue[] => [deposits(db), reconciliation(db)]

export const chainFigures = ({ db, now }: Pick<Deps, 'db' | 'now'>): Figure[] => [
  {
    name: 'last-reconciliation',
    title: 'Since ledger and chain were last compared',
    unit: 's',
    roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
    read: async () => ageIn(now(), await readReconciled(db)),
  },
  {
    name: 'last-block',
    title: 'Last block that was read for deposits',
    unit: '',
    roles: ['Owner', 'Finance'],
    read: () => readLastBlock(db),
  },
]
