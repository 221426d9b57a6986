import { type IResolver, type Project, YamlFile } from 'projen';
import { ACTIONS, type Step } from './actions';

/** A workflow of GitHub Actions, with the version of each action in a comment beside its commit. */
export class WorkflowFile extends YamlFile {
  public constructor(project: Project, name: string, workflow: Step) {
    super(project, `.github/workflows/${name}.yml`, { obj: workflow, marker: true, committed: true });
  }

  protected override synthesizeContent(resolver: IResolver): string | undefined {
    return super.synthesizeContent(resolver)?.replaceAll(/uses: (\S+)@[0-9a-f]{40}$/gm, (line, name: string) => `${line} # ${ACTIONS[name]!.version}`);
  }
}
