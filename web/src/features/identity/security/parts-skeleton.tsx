import { Skeleton } from '@mantine/core'
import classes from './part.module.css'

/** Cards of the shape that parts have, while the person's own data is on its way. */
export const PartsSkeleton = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these cards are all alike and never move.
    <div key={index} className={classes.part}>
      <div className={classes.head}>
        <div>
          <Skeleton height={18} width="40%" mb={12} />
          <Skeleton height={14} width="75%" />
        </div>
        <Skeleton height={36} width={120} />
      </div>
    </div>
  ))
