import { settings } from '../lib/settings.ts'

/** The same as the static splash of index.html, whose styles it uses, so that the change is not seen. */
export const Splash = () => (
  <div className="splash">
    <p>{settings.brand.name}</p>
  </div>
)
