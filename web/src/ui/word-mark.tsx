import classes from './word-mark.module.css'

/** The one place where the serif is used. */
export const WordMark = ({ name }: { name: string }) => (
  <span className={classes.mark}>
    <svg className={classes.bar} viewBox="0 0 24 20" aria-hidden="true" focusable="false">
      <path d="M6.4 1h11.2L20 8.4H4z" />
      <path d="M3.4 10.2h17.2L23.4 19H.6z" />
    </svg>
    {name}
  </span>
)
