import { formatMoment, formatTime, formatUtcMoment } from '../lib/local-format.ts'

const Told = ({ at, format }: { at: string; format: (time: Date) => string }) => {
  const time = new Date(at)
  return (
    <time dateTime={at} title={formatUtcMoment(time)}>
      {format(time)}
    </time>
  )
}

/** A time in the reader's own zone; pointing at it shows the one that everybody shares. */
export const Moment = ({ at }: { at: string }) => <Told at={at} format={formatMoment} />

/** The same under a heading that names the day. */
export const TimeOfDay = ({ at }: { at: string }) => <Told at={at} format={formatTime} />
