import { knowsPage } from '../../lib/known-pages.ts'
import { settings } from '../../lib/settings.ts'
import { TextLink } from '../../ui/form.tsx'
import classes from './verification.module.css'

const contact = '/contact-us'

/** For whoever can do nothing more on this page. */
export const WayToSupport = () => {
  const { supportEmail } = settings.brand
  return (
    <>
      If you think this is wrong,{' '}
      {knowsPage(contact) ? (
        <TextLink to={contact}>contact support</TextLink>
      ) : (
        <>
          write to support at{' '}
          <a className={classes.supportLink} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </>
      )}
      .
    </>
  )
}
