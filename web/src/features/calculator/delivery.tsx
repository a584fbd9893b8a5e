import '@mantine/core/styles/Input.css'
import type { BarSize } from '@ingot/endpoints/withdrawal-fields'
import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { amountWords } from '../../lib/amount-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import classes from './calculator.module.css'
import { barsTextOf, mostOfOneSize } from './inputs.ts'
import { Part } from './part.tsx'
import { type Rules, useDeliveryCosts } from './queries.ts'
import type { Calculating } from './use-inputs.ts'

const ways = [
  { value: 'deliver', label: 'Delivered' },
  { value: 'collect', label: 'Collected' },
] as const

const counts = Array.from({ length: mostOfOneSize + 1 }, (_, count) => String(count))

const sizeWords = (size: BarSize): string => (size === '1000' ? '1 kg' : `${size} g`)
const usd = (amount: string) => amountWords({ asset: 'USD', amount })

/** While one chooses, not every step is asked about. */
const pause = 250

const Figures = ({ costs: { data, isPlaceholderData } }: { costs: ReturnType<typeof useDeliveryCosts> }) => {
  if (!data) return null
  const { grams, parcels, insured, fees } = data
  return (
    <FigureRows isOld={isPlaceholderData}>
      <FigureRow name="Fine gold in them" note="Bars of 999.9 fineness. That much leaves your holding.">
        <Amount value={grams} asset="g" decimals={6} />
      </FigureRow>
      <FigureRow name="Making">
        <Amount value={fees.making} asset="USD" />
      </FigureRow>
      <FigureRow name="Handling">
        <Amount value={fees.handling} asset="USD" />
      </FigureRow>
      <FigureRow name={parcels === 1 ? 'Carriage' : `Carriage of ${parcels} parcels`}>
        <Amount value={fees.carriage} asset="USD" />
      </FigureRow>
      <FigureRow name="Insurance" {...(/[1-9]/.test(insured) && { note: `For a worth of ${usd(insured)}.` })}>
        <Amount value={fees.insurance} asset="USD" />
      </FigureRow>
      <FigureRow name="In all">
        <strong>
          <Amount value={fees.total} asset="USD" />
        </strong>
      </FigureRow>
    </FigureRows>
  )
}

/** What it costs to hold gold in one's hands, by the bars one would take. */
export const Delivery = ({ rules, calculating: { inputs, change } }: { rules: Rules; calculating: Calculating }) => {
  const { counts: chosen, way } = inputs
  const [bars] = useDebouncedValue(barsTextOf(chosen), pause)
  const costs = useDeliveryCosts(bars, way)
  return (
    <Part
      title="Delivery of bars"
      note="What making, handling, carriage and insurance come to. Nothing is kept for you here."
    >
      <Labelled label="How you get them" choices={ways} value={way} onChange={(next) => change({ way: next })} />
      <div className={classes.bars}>
        {rules.bars.map(({ size, making }) => (
          <NativeSelect
            key={size}
            label={`${sizeWords(size)} bars`}
            description={`Making ${usd(making)}`}
            data={counts}
            value={String(chosen[size] ?? 0)}
            onChange={(event) => change({ counts: { ...chosen, [size]: Number(event.currentTarget.value) } })}
          />
        ))}
      </div>
      {bars === '' ? <p className={classes.note}>Choose at least one bar.</p> : <FormProblem failure={costs.error} />}
      {bars !== '' && !costs.error && <Figures costs={costs} />}
    </Part>
  )
}
