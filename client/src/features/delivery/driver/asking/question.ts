export interface Question {
  title: string;
  /** Names the thing and the consequence. */
  text: string;
  /** The verb on the button. */
  action: string;
  /** Red unless the action takes nothing away. */
  isDanger?: boolean;
}
