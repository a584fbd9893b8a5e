import type { MovementDetails } from '@ingot/endpoints/wallet-fields'
import { VisuallyHidden } from '@mantine/core'
import { settings } from '../../lib/settings.ts'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './movement-entries.module.css'

type Entry = MovementDetails['entries'][number]
type Move = Entry['moves'][number]
type Side = Move['from']

const ownerWords: Record<Side['owner'], string> = {
  you: 'You',
  house: settings.brand.name,
  customer: 'Another customer',
}

const plainWords = (name: string) => name.replaceAll('-', ' ')

const sideWords = ({ owner, purpose }: Side) => `${ownerWords[owner]}, ${plainWords(purpose)}`

const EntryCard = ({ entry: { entry, kind, postedAt, moves } }: { entry: Entry }) => (
  <Card as="li" className={classes.entry}>
    <p className={classes.head}>
      <span className={classes.kind}>
        Entry {entry}, {plainWords(kind)}
      </span>
      <span className={classes.when}>
        <Moment at={postedAt} />
      </span>
    </p>
    <ul className={classes.moves}>
      {moves.map(({ asset, amount, from, to }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and two moves of it may be alike.
        <li key={index} className={classes.move}>
          <span className={classes.way}>
            {sideWords(from)} <span aria-hidden="true">→</span>
            <VisuallyHidden> to</VisuallyHidden> {sideWords(to)}
          </span>
          <ExactAmount value={amount} asset={asset} />
        </li>
      ))}
    </ul>
  </Card>
)

/** The ledger's entries behind a movement, oldest first, down to each move. */
export const MovementEntries = ({ entries }: { entries: readonly Entry[] }) => (
  <section aria-labelledby="entries-title">
    <h2 id="entries-title" className={classes.title}>
      Ledger entries
    </h2>
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <EntryCard key={entry.entry} entry={entry} />
      ))}
    </ol>
  </section>
)
