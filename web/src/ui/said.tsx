import classes from './said.module.css'

/** How something just went, announced where it happened. It stands in the dialog itself, whose page is inert. */
export const Said = ({ said }: { said: { text: string; isFailure: boolean } | null }) => (
  <p role="status" className={said?.isFailure ? classes.failure : classes.success}>
    {said?.text}
  </p>
)
