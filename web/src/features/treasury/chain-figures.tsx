import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Treasury } from './queries.ts'
import { Command, Grams, Section } from './section.tsx'
import classes from './treasury.module.css'

const dueWords = (isDue: boolean | null): string => {
  if (isDue === null) return 'Nobody has looked at the chain yet.'
  return isDue ? 'An attestation is due: the chain lags behind the books.' : 'Books and chain say the same.'
}

/** What the chain says lies in the vault, beside the books. */
export const Attestation = ({ attestation: { books, attested, shares, isDue } }: Pick<Treasury, 'attestation'>) => (
  <Section title="Attestation" note={dueWords(isDue)}>
    <Card className={classes.box}>
      <FigureRows isAlone>
        <FigureRow name="In the books">
          <Grams value={books} />
        </FigureRow>
        <FigureRow
          name="Attested"
          note={
            attested && (
              <>
                Looked at <Moment at={attested.at} />, block {attested.block}
              </>
            )
          }
        >
          {attested ? <Grams value={attested.grams} /> : '—'}
        </FigureRow>
        {shares.map(({ asset, issued, cap }) => (
          <FigureRow
            key={asset}
            name={`${asset} that may exist`}
            note={
              <>
                Issued: <ExactAmount value={issued} asset={asset} />
              </>
            }
          >
            {cap === null ? '—' : <ExactAmount value={cap} asset={asset} />}
          </FigureRow>
        ))}
      </FigureRows>
      {isDue === true && (
        <div className={classes.command}>
          Run next: <Command label="command to attest" value="npm run chain -- attest" />
        </div>
      )}
    </Card>
  </Section>
)

/** What may leave to outside addresses. */
export const Limits = ({ limits }: Pick<Treasury, 'limits'>) => (
  <Section
    title="Limits to outside addresses"
    note={
      <>
        In any 24 hours, kept by the contract.
        {limits[0] && (
          <>
            {' '}
            Looked at <Moment at={limits[0].at} />.
          </>
        )}
      </>
    }
  >
    <Card className={classes.box}>
      {limits.length === 0 ? (
        <div className={classes.command}>
          Not known yet. <Command label="command for the limits" value="npm run chain -- limits" />
        </div>
      ) : (
        <FigureRows isAlone>
          {limits.map(({ asset, limit, left, raise }) => (
            <FigureRow
              key={asset}
              name={`${asset} left`}
              note={
                <>
                  Of <ExactAmount value={limit} asset={asset} />
                  {raise && (
                    <>
                      . Asked for: <ExactAmount value={raise.limit} asset={asset} /> from <Moment at={raise.from} />
                    </>
                  )}
                </>
              }
            >
              <ExactAmount value={left} asset={asset} />
            </FigureRow>
          ))}
        </FigureRows>
      )}
    </Card>
  </Section>
)
