import type { BannerSize, ManagedMaterial } from '@ingot/endpoints/materials'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemFigure, ItemHistory, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { BannerPicture } from './banner-picture.tsx'
import { MaterialDialog } from './material-dialog.tsx'
import { kindWords, sizeWords } from './material-words.ts'
import classes from './materials.module.css'
import { useBannerPreview, useManaged, useRetireMaterial, useVersions } from './queries.ts'

const Version = ({ version }: { version: ManagedMaterial }) => (
  <li>
    <ItemFigure>Version {version.version}</ItemFigure> from <Moment at={version.changedAt} />
    {version.changedBy !== null && `, by ${version.changedBy}`}
    {version.isRetired && ', retired'}: “{[version.headline, version.text].filter(Boolean).join(' — ')}”
  </li>
)

/** What it was before; asked for when it is opened. */
const Versions = ({ material: { id, version } }: { material: ManagedMaterial }) => {
  const [isOpen, setIsOpen] = useState(false)
  const query = useVersions(id, version, isOpen)
  return (
    <ItemHistory onToggle={setIsOpen}>
      {query.data?.map((each) => (
        <Version key={each.version} version={each} />
      ))}
      {!query.data && isOpen && (
        <li>
          <Unread what="history" query={query} />
        </li>
      )}
    </ItemHistory>
  )
}

const Preview = ({ material, size }: { material: ManagedMaterial; size: BannerSize }) => (
  <div className={classes.small}>
    <BannerPicture query={useBannerPreview(material, size)} headline={material.headline} size={size} />
  </div>
)

const aboutSizes = (sizes: ManagedMaterial['sizes']) =>
  sizes.length > 0 ? ` · ${sizes.map(sizeWords).join(', ')}` : ''

const MaterialItem = ({ material }: { material: ManagedMaterial }) => {
  const mayChange = useHasRole('Owner', 'Compliance')
  const [isChanging, setIsChanging] = useState(false)
  const { id, kind, title, headline, text, sizes, place, version, isRetired } = material
  const [first] = sizes
  const retire = useRetireMaterial(id)
  return (
    <Item title={title} aside={<ItemFigure>{isRetired ? 'Retired' : 'In use'}</ItemFigure>}>
      <ItemNote>
        {kindWords[kind]} · Place {place}
        {aboutSizes(sizes)}
      </ItemNote>
      {first && <Preview material={material} size={first} />}
      {!first && headline !== '' && <p className={classes.headline}>{headline}</p>}
      {!first && <p className={classes.text}>{text}</p>}
      <Versions material={material} />
      <FormProblem failure={retire.error} />
      {mayChange && (
        <ItemWays>
          <Button variant="default" aria-label={`Change ${title}`} onClick={() => setIsChanging(true)}>
            Change
          </Button>
          <Button
            variant="default"
            loading={retire.isPending}
            aria-label={`${isRetired ? 'Use again' : 'Retire'}: ${title}`}
            onClick={() => retire.mutate({ version, isRetired: !isRetired })}
          >
            {isRetired ? 'Use again' : 'Retire'}
          </Button>
        </ItemWays>
      )}
      {isChanging && <MaterialDialog material={material} onClose={() => setIsChanging(false)} />}
    </Item>
  )
}

/** What customers get to tell others of us. */
export const OperatorMaterialsPage = () => {
  const query = useManaged()
  const mayAdd = useHasRole('Owner', 'Compliance')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <PageHeading note="Banners and texts that verified customers get with their own link. Every change is theirs at once, and every version is kept.">
        Marketing materials
      </PageHeading>
      {mayAdd && (
        <div className={classes.above}>
          <Button onClick={() => setIsAdding(true)}>Add a material</Button>
        </div>
      )}
      {!query.data && <Unread what="materials" query={query} />}
      {query.data?.length === 0 && <EmptyState title="No materials yet">Customers have their link alone.</EmptyState>}
      {query.data && query.data.length > 0 && (
        <ItemList>
          {query.data.map((material) => (
            <MaterialItem key={material.id} material={material} />
          ))}
        </ItemList>
      )}
      {isAdding && <MaterialDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
