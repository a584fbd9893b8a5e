import { SecurityStep } from '../../features/identity/security/security-step.tsx'
import { WayToVerified } from '../../features/kyc/way-to-verified.tsx'

/** Joins the steps of two features: who protects the account, and who is verified. */
export const RegistrationPage = () => <WayToVerified Security={SecurityStep} />
