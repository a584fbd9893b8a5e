import { ifSold } from '../../lib/movement-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Dollars } from '../../ui/position-figures.tsx'
import { Row } from '../../ui/row.tsx'
import { Part } from './part.tsx'
import type { Dashboard } from './queries.ts'
import classes from './rows.module.css'

/** QMGT that is staked: no holding, and its owner's as before. Nothing stands here while there is none. */
export const Staked = ({ staked: { units, value } }: Pick<Dashboard, 'staked'>) =>
  /[1-9]/.test(units) && (
    <Part title="Staked">
      <ul className={classes.rows}>
        <Row
          to="/stakes"
          title="QMGT that is staked"
          note="Available again when its term is over"
          figure={<Amount value={units} asset="QMGT" />}
          aside={
            <>
              <Dollars value={value} /> {ifSold}
            </>
          }
        />
      </ul>
    </Part>
  )
