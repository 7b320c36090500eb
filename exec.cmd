@rem The scripts of package.json begin with exec, so that signals reach them; Windows has no such command.
@%*
