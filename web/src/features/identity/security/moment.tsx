const ownZone = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** A time in the reader's own zone; pointing at it shows the one that everybody shares. */
export const Moment = ({ at }: { at: string }) => {
  const time = new Date(at)
  return (
    <time dateTime={at} title={`${utc.format(time)} UTC`}>
      {ownZone.format(time)}
    </time>
  )
}
