import { SubjectName } from '../judgement/subjects';
import { ApiResource } from '../../waiting/view/api-resource';

/** An object to explain, or the OLM of the cluster if it has no resource. */
export interface ExplainedObject extends SubjectName {
  readonly resource?: ApiResource;
}
