/** What a route tells the frame around it. */
export type PageHandle = { title: string }
