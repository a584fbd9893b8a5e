import '@mantine/core/styles/Input.css'
import type { Holding, HoldingPosition, HoldingProduct } from '@ingot/endpoints/holding-fields'
import { NativeSelect } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { holdingName, productWords } from '../../lib/holding-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { LinkButton } from '../../ui/form.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { useHoldings } from './queries.ts'
import classes from './termination.module.css'
import { isEndedSingly } from './termination-form.ts'

export type Choose = (product: HoldingProduct, holding: Holding | undefined) => void

const optionOf = (holding: Holding) => ({
  value: holding.id,
  label: [
    holdingName(holding),
    formatBriefDay(new Date(holding.bookedAt)),
    amountWords({ asset: holding.asset, amount: holding.available }),
  ].join(' · '),
})

const countWords = (count: number) => (count === 1 ? '1 holding' : `${count} holdings`)

/** What the choice says while it is none of the holdings. Each of GDS has a certificate of its own, so they end one by one. */
const anyWords = ({ product, asset, available, holdings }: HoldingPosition): string =>
  isEndedSingly(product)
    ? `Choose one of ${countWords(holdings)}`
    : `Oldest first · ${countWords(holdings)} · ${amountWords({ asset, amount: available })}`

/** One holding of the product, or all of them in the order in which they were booked. */
const HoldingChoice = ({
  position,
  holding,
  onChoose,
}: {
  position: HoldingPosition
  holding: Holding | undefined
  onChoose: Choose
}) => {
  const { product } = position
  const { data = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useHoldings({ product, endable: 'true' })
  const listed = holding && !data.some(({ id }) => id === holding.id) ? [holding, ...data] : data
  return (
    <div>
      <NativeSelect
        label="Holding"
        data={[{ value: '', label: anyWords(position) }, ...listed.map(optionOf)]}
        value={holding?.id ?? ''}
        onChange={({ currentTarget }) =>
          onChoose(
            product,
            listed.find(({ id }) => id === currentTarget.value),
          )
        }
      />
      {hasNextPage && (
        <p className={classes.more}>
          <LinkButton disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older holdings
          </LinkButton>
        </p>
      )}
    </div>
  )
}

/** What is ended: of which product, and which of its holdings. */
export const TerminationChoice = ({
  positions,
  position,
  holding,
  onChoose,
}: {
  /** Those of which something can be ended. */
  positions: readonly HoldingPosition[]
  position: HoldingPosition
  holding: Holding | undefined
  onChoose: Choose
}) => (
  <>
    {positions.length > 1 && (
      <Labelled
        label="Product"
        choices={positions.map(({ product }) => ({ value: product, label: productWords[product].name }))}
        value={position.product}
        onChange={(product) => onChoose(product, undefined)}
      />
    )}
    <HoldingChoice position={position} holding={holding} onChoose={onChoose} />
  </>
)
