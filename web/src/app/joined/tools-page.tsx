import { Materials } from '../../features/materials/materials.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'

/** What customers work with, of which there is one part so far. */
export const ToolsPage = () => (
  <>
    <PageHeading note="Banners and texts with your own link. Whoever registers by it is brought by you. Please promise nobody a return.">
      Marketing materials
    </PageHeading>
    <Materials />
  </>
)
