import { formatMoment, formatUtcMoment } from '../lib/local-format.ts'

/** A time in the reader's own zone; pointing at it shows the one that everybody shares. */
export const Moment = ({ at }: { at: string }) => {
  const time = new Date(at)
  return (
    <time dateTime={at} title={formatUtcMoment(time)}>
      {formatMoment(time)}
    </time>
  )
}
