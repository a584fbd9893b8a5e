import classes from './decision-dialog.module.css'

/** What the customer will be told, word for word, before anything is decided. */
export const Told = ({ told }: { told: string | null }) => (
  <div className={classes.told}>
    {told === null ? (
      'The customer is not told.'
    ) : (
      <>
        <strong>The customer will be told</strong>
        <p>{told}</p>
      </>
    )}
  </div>
)
