import { type ReactNode, useId } from 'react'
import { byDay } from '../lib/days.ts'
import classes from './day-list.module.css'

/** A list whose days are headings, newest first as it comes. */
export const DayList = <T,>({
  items,
  atOf,
  heading: Heading = 'h3',
  children,
}: {
  items: readonly T[]
  atOf: (item: T) => string
  /** One below the heading that the list stands under. */
  heading?: 'h2' | 'h3' | 'h4'
  children: (item: T) => ReactNode
}) => {
  const id = useId()
  return byDay(items, atOf).map(({ day, items: ofDay }, index) => (
    <div key={day} className={classes.day}>
      <Heading id={`${id}${index}`} className={classes.heading}>
        {day}
      </Heading>
      <ul className={classes.list} aria-labelledby={`${id}${index}`}>
        {ofDay.map(children)}
      </ul>
    </div>
  ))
}
