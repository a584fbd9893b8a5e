import { Calculator } from '../../features/calculator/calculator.tsx'
import { Materials } from '../../features/materials/materials.tsx'
import { useAddressFields } from '../../lib/address-fields.ts'
import { useSession } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Segments } from '../../ui/segments.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import classes from './tools-page.module.css'

const parts = [
  { value: 'calculator', label: 'Calculator' },
  { value: 'materials', label: 'Marketing materials' },
] as const

/** The link on every banner is of somebody who may bring others. */
const OwnMaterials = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return isVerified ? <Materials /> : <VerifyFirst />
}

/** What customers work with: figures, and what they show to others. */
export const ToolsPage = () => {
  const [{ part }, setFields] = useAddressFields({ part: '' })
  const isMaterials = part === 'materials'
  return (
    <>
      <PageHeading
        note={
          isMaterials
            ? 'Banners and texts with your own link. Whoever registers by it is brought by you. Please promise nobody a return.'
            : 'What gold costs and brings at today’s price, with every fee. Figures here hold for the moment; a quote is made where you buy.'
        }
      >
        {isMaterials ? 'Marketing materials' : 'Calculator'}
      </PageHeading>
      <div className={classes.parts}>
        <Segments
          label="Part of the tools"
          choices={parts}
          value={isMaterials ? 'materials' : 'calculator'}
          onChange={(chosen) => setFields({ part: chosen === 'materials' ? chosen : '' })}
        />
      </div>
      {isMaterials ? <OwnMaterials /> : <Calculator />}
    </>
  )
}
