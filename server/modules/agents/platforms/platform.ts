/** A program that shops for people, as one request shows it. */
export interface Platform {
  /** The row of `agent_platform`. */
  id: number
  /** The address of its profile, which is its name everywhere. */
  profileUrl: string
  /**
   * Whether the request proved that it comes from this platform, by a signature with a key of the profile. Anybody may name any
   * profile, so only then may an answer contain more than the caller knows already.
   */
  isAuthenticated: boolean
}
