import { Skeleton } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import classes from './part.module.css'

/** A card of the shape that parts have, while the person's own data is on its way. */
export const PartSkeleton = () => (
  <Card>
    <div className={classes.head}>
      <div>
        <Skeleton height={18} width="40%" mb={12} />
        <Skeleton height={14} width="75%" />
      </div>
      <Skeleton height={36} width={120} />
    </div>
  </Card>
)
