import { holdingProducts } from '@ingot/endpoints/holding-fields'
import { productWords } from '../../lib/holding-words.ts'
import { FigureLink } from './figure-link.tsx'
import { productFigures } from './figure-words.ts'
import classes from './figures.module.css'
import { Part } from './part.tsx'
import type { Dashboard } from './queries.ts'

type Given = Pick<Dashboard, 'figures'>

const ByProduct = ({ figures }: Given) => (
  <ul className={classes.products}>
    {holdingProducts.map((product) => {
      const own = productFigures[product]
      return (
        own && (
          <li key={product} className={classes.product}>
            <h3 className={classes.name}>{productWords[product].name}</h3>
            <FigureLink name={own.gains} figures={figures} label="Gains" />
            <FigureLink name={own.losses} figures={figures} label="Losses" />
          </li>
        )
      )
    })}
  </ul>
)

const Result = ({ figures }: Given) => (
  <Part title="Result" className={classes.result}>
    <FigureLink name="grandTotal" figures={figures} isHeadline />
    <div className={classes.pair}>
      <FigureLink name="totalProfit" figures={figures} />
      <FigureLink name="totalLoss" figures={figures} />
    </div>
    <ByProduct figures={figures} />
    <p className={classes.note}>
      What gold is worth in money can fall as well as rise. Today’s result may be different tomorrow.
    </p>
  </Part>
)

const CashOut = ({ figures }: Given) => (
  <Part title="Cash-out">
    <FigureLink name="TotalNetCashout" figures={figures} />
  </Part>
)

const Bookings = ({ figures }: Given) => (
  <Part title="Bookings">
    <FigureLink name="totalBooking" figures={figures} />
    <div className={classes.stack}>
      <FigureLink name="totalGAEBookingNote" figures={figures} />
      <FigureLink name="totalGoldConvertBookingNote" figures={figures} />
    </div>
    <p className={classes.note}>What you still hold was worth this when it was booked, before fees.</p>
  </Part>
)

/** The thirteen figures: what came of it, what was paid out, and what is booked. Each opens its sum. */
export const Figures = ({ figures }: Given) => (
  <div className={classes.figures}>
    <Result figures={figures} />
    <CashOut figures={figures} />
    <Bookings figures={figures} />
  </div>
)
