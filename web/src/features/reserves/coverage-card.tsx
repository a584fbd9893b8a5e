import type { Reserves } from '@ingot/endpoints/reserves'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './reserves.module.css'
import { causeWords, percentText, salesWords } from './words.ts'

/** Whether anything is sold, and if not, why. */
const Sales = ({ sales, causes, stoppedAt, lift }: Reserves) => {
  const isFine = sales === 'open'
  const Mark = isFine ? IconCircleCheck : IconAlertTriangle
  return (
    <div role="status" className={classes.sales} data-fine={isFine || undefined}>
      <p className={classes.state}>
        <Mark size={18} stroke={1.8} aria-hidden="true" />
        {salesWords[sales]}
        {stoppedAt !== null && (
          <span>
            since <Moment at={stoppedAt} />
          </span>
        )}
      </p>
      {causes.map((cause) => (
        <p key={cause}>{causeWords[cause]}</p>
      ))}
      {lift && (
        <p>
          Two people of ours decided this until <Moment at={lift.until} />: “{lift.note}”
        </p>
      )}
      {sales !== 'open' && sales !== 'lifted' && (
        <p>
          You can still sell, end what you have, send and withdraw. Buying continues automatically once this is over.
        </p>
      )}
    </div>
  )
}

const Headline = ({ coverage }: { coverage: string | null }) =>
  coverage === null ? (
    <p className={classes.headline}>
      Nothing is owed yet
      <span>Whatever is sold has to lie in the vault first.</span>
    </p>
  ) : (
    <p className={classes.headline}>
      {percentText(coverage)}
      <span>of the gold that we owe lies in the vault.</span>
    </p>
  )

/** How much gold there is for what is owed. */
export const CoverageCard = ({ reserves }: { reserves: Reserves }) => {
  const { reading, list, attested } = reserves
  return (
    <Card as="section" aria-label="Coverage" className={classes.card}>
      {reading ? (
        <Headline coverage={reading.coverage} />
      ) : (
        <p className={classes.headline}>
          Not known yet
          <span>The reserves are looked at each minute. Please come back soon.</span>
        </p>
      )}
      <Sales {...reserves} />
      {reading && (
        <FigureRows>
          <FigureRow name="Fine gold in the vault" note={reading.bars === 1 ? 'In 1 bar' : `In ${reading.bars} bars`}>
            <ExactAmount value={reading.fineGrams} asset="g" decimals={6} />
          </FigureRow>
          <FigureRow name="Owed to customers, in gold">
            <ExactAmount value={reading.owedGrams} asset="g" decimals={6} />
          </FigureRow>
          {attested && (
            <FigureRow name="What the blockchain says of the vault" note={`Block ${attested.block}`}>
              <ExactAmount value={attested.grams} asset="g" decimals={6} />
            </FigureRow>
          )}
          {list && (
            <FigureRow name="List compared with the vault">
              <Moment at={list.at} />
            </FigureRow>
          )}
          <FigureRow name="As of">
            <Moment at={reading.at} />
          </FigureRow>
        </FigureRows>
      )}
    </Card>
  )
}
