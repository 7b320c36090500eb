/** Where payment providers answer, if not at their own addresses; for tests. Base URLs by the ids of providers. */
export type PaymentServers = Readonly<Record<string, string | undefined>>
