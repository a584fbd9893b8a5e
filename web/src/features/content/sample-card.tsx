import { VisuallyHidden } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import classes from './sample-card.module.css'

/** Fixed for good: 125.4820 × 130.00 = 16,312.66, and 130.00 is 1.24 % above 128.41. */
const demo = {
  balance: '125.4820',
  value: '16312.66',
  price: '130.00',
  change: '+1.24 %',
  days: [
    { day: 'Monday', price: '126.10' },
    { day: 'Tuesday', price: '127.35' },
    { day: 'Wednesday', price: '126.80' },
    { day: 'Thursday', price: '127.90' },
    { day: 'Friday', price: '129.15' },
    { day: 'Saturday', price: '128.41' },
    { day: 'Sunday', price: '130.00' },
  ],
}

const width = 320
const height = 72
const lowest = 126
const highest = 130

const line = demo.days
  .map(({ price }, index) => {
    const x = (index * width) / (demo.days.length - 1)
    const y = height - 4 - ((Number(price) - lowest) / (highest - lowest)) * (height - 8)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  .join(' ')

const PriceLine = () => (
  <>
    <svg className={classes.chart} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={line} vectorEffect="non-scaling-stroke" />
    </svg>
    <VisuallyHidden>
      <table>
        <caption>Demo price of one gram in USD</caption>
        <tbody>
          {demo.days.map(({ day, price }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  </>
)

export const SampleCard = () => (
  <Card as="section" className={classes.card} aria-label="QMGT, demo figures">
    <header className={classes.header}>
      <div>
        <h2 className={classes.asset}>QMGT</h2>
        <p className={classes.meaning}>1 QMGT is 1 gram of fine gold</p>
      </div>
      <span className={classes.tag}>Demo</span>
    </header>
    <div className={classes.holding}>
      <Amount className={classes.balance} value={demo.balance} asset="QMGT" decimals={4} />
      <Amount className={classes.value} value={demo.value} asset="USD" />
    </div>
    <PriceLine />
    <dl className={classes.figures}>
      <div>
        <dt>Price of one gram</dt>
        <dd>
          <Amount value={demo.price} asset="USD" />
        </dd>
      </div>
      <div>
        <dt>Since yesterday</dt>
        <dd className={classes.rise}>
          <IconArrowUpRight size={16} stroke={2} aria-hidden="true" />
          <VisuallyHidden>up </VisuallyHidden>
          {demo.change}
        </dd>
      </div>
    </dl>
  </Card>
)
