import { ProblemForPeople } from '@ingot/db/problem'
import { type Text, text as textSchema } from '@ingot/endpoints/content'
import * as z from 'zod/mini'

/**
 * Reads a text from its file: three lines of `title:`, `version:` and `published:`, then sections that start with
 * `## `, their paragraphs set apart by blank lines. `{{brand}}` stands for the service's name.
 */
export const parseText = (name: Text['name'], source: string): Text => {
  const [head = '', ...parts] = source.split(/^## /m)
  const field = (label: string) => head.match(new RegExp(`^${label}: (.+)$`, 'm'))?.[1]?.trim()
  const parsed = z.safeParse(textSchema, {
    name,
    title: field('title'),
    version: field('version'),
    publishedOn: field('published'),
    sections: parts.map(sectionOf),
  })
  if (!parsed.success || parsed.data.sections.length === 0)
    throw new ProblemForPeople(
      `The text ${name} is not complete: it needs title, version, published and at least one section.`,
    )
  return parsed.data
}

/** The published text stays as it is; only the name it is shown with follows the service's. */
export const inTheNameOf = (brand: string, { title, sections, ...text }: Text): Text => {
  const fill = (words: string) => words.replaceAll('{{brand}}', () => brand)
  return {
    ...text,
    title: fill(title),
    sections: sections.map(({ heading, paragraphs }) => ({ heading: fill(heading), paragraphs: paragraphs.map(fill) })),
  }
}

const sectionOf = (part: string) => {
  const [heading = '', ...paragraphs] = part
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s*\n\s*/g, ' '))
  return { heading, paragraphs: paragraphs.filter(Boolean) }
}
