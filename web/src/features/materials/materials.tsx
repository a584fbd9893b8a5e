import type { Material } from '@ingot/endpoints/materials'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { BannerCard } from './banner-card.tsx'
import classes from './materials.module.css'
import { useMaterials, useSaveAll } from './queries.ts'
import { TextCard } from './text-card.tsx'

const LinkCard = ({ link, hasAny }: { link: string; hasAny: boolean }) => {
  const all = useSaveAll()
  return (
    <Card as="section" className={classes.card} aria-labelledby="own-link">
      <h2 id="own-link" className={classes.title}>
        Your link
      </h2>
      <div className={classes.link}>
        <CopyText label="link" value={link} />
      </div>
      <p className={classes.quiet}>It stands on every banner, also as a QR code, and in every text below.</p>
      <FormProblem failure={all.error} />
      {hasAny && (
        <div className={classes.ways}>
          <Button loading={all.isPending} onClick={() => all.mutate()}>
            Download all
          </Button>
          <span className={classes.quiet}>A ZIP file with every size as PNG and SVG, and the texts.</span>
        </div>
      )}
    </Card>
  )
}

const Part = ({ id, title, materials }: { id: string; title: string; materials: readonly Material[] }) =>
  materials.length > 0 && (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <ul className={classes.cards}>
        {materials.map((material) =>
          material.kind === 'banner' ? (
            <BannerCard key={material.id} material={material} />
          ) : (
            <TextCard key={material.id} material={material} />
          ),
        )}
      </ul>
    </section>
  )

/** The customer's own link, and what operators made to go with it. */
export const Materials = () => {
  const query = useMaterials()
  if (!query.data) return <Unread what="materials" query={query} />
  const { link, materials } = query.data
  return (
    <div className={classes.parts}>
      <LinkCard link={link} hasAny={materials.length > 0} />
      {materials.length === 0 && (
        <EmptyState title="No banners and texts at the moment">Your link works all the same.</EmptyState>
      )}
      <Part id="banners" title="Banners" materials={materials.filter(({ kind }) => kind === 'banner')} />
      <Part id="texts" title="Texts" materials={materials.filter(({ kind }) => kind !== 'banner')} />
    </div>
  )
}
