import classes from './email-text.module.css'

/** An e-mail address that goes on below after its @ where there is no room for all of it. */
export const EmailText = ({ email }: { email: string }) => {
  const at = email.lastIndexOf('@') + 1
  return (
    <span className={classes.email}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
