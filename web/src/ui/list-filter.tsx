import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Days } from '../lib/days.ts'
import classes from './list-filter.module.css'

type Download = { isPending: boolean; isError: boolean; start: () => void }

/** Narrows a list: by what the list itself has (the children) and, where it has any, by days. Hands out what it shows as a file, where there is one. */
export const ListFilter = ({
  search,
  days,
  onDays,
  download,
  children,
}: {
  /** Finds one by its name, in a row of its own. */
  search?: ReactNode
  /** Where it is narrowed by days at all. */
  days?: Days
  onDays?: (days: Days) => void
  download?: Download
  children: ReactNode
}) => (
  <div className={classes.filter}>
    {search && <div className={classes.search}>{search}</div>}
    <div className={classes.fields}>
      <div className={classes.own}>{children}</div>
      {days && onDays && (
        <>
          <TextInput
            label="From"
            type="date"
            max={days.until || undefined}
            value={days.from}
            onChange={(event) => onDays({ ...days, from: event.currentTarget.value })}
          />
          <TextInput
            label="Until"
            type="date"
            min={days.from || undefined}
            value={days.until}
            onChange={(event) => onDays({ ...days, until: event.currentTarget.value })}
          />
        </>
      )}
    </div>
    {download && (
      <div className={classes.download}>
        <Button variant="default" loading={download.isPending} onClick={download.start}>
          Download CSV
        </Button>
      </div>
    )}
    {download?.isError && (
      <p role="alert" className={classes.problem}>
        The file could not be created. Please try again.
      </p>
    )}
  </div>
)
