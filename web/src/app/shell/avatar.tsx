import classes from './avatar.module.css'

/** The person's picture, or the first letter of the name. Decoration: the name always stands beside it. */
export const Avatar = ({ picture, name, size }: { picture: string | null | undefined; name: string; size: number }) =>
  picture ? (
    <img className={classes.avatar} src={picture} alt="" width={size} height={size} />
  ) : (
    <span className={classes.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
