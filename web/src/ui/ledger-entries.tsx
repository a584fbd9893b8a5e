import type { MovementDetails } from '@ingot/endpoints/wallet-fields'
import { VisuallyHidden } from '@mantine/core'
import { settings } from '../lib/settings.ts'
import { Card } from './card.tsx'
import { ExactAmount } from './exact-amount.tsx'
import classes from './ledger-entries.module.css'
import { Moment } from './moment.tsx'

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

/** The ledger's entries behind something, oldest first, down to each move. */
export const LedgerEntries = ({
  entries,
  heading: Heading = 'h2',
}: {
  entries: readonly Entry[]
  /** One below the heading that they stand under. */
  heading?: 'h2' | 'h4'
}) => (
  <section aria-labelledby="entries-title">
    <Heading id="entries-title" className={classes.title}>
      Ledger entries
    </Heading>
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <EntryCard key={entry.entry} entry={entry} />
      ))}
    </ol>
  </section>
)
